package replay

// augmentation checks an optional task member: the request asks to be run as
// a task, for which its receiver must have declared that operation.
func (s *session) augmentation(r *request, operation string) *Violation {
	task := r.params.get("task")
	if !task.present() {
		return nil
	}
	if v := s.object(task, 150, "task", exactly().maybe("ttl")); v != nil {
		return v
	}
	if ttl := task.get("ttl"); ttl.present() {
		if num, ok := ttl.finite(); !ok || num.sign() <= 0 {
			return ttl.breaks(150, "ttl must be a number above 0")
		}
		if _, ok := s.grammar.integer(ttl); s.conduct.wholeTTL && !ok {
			return ttl.breaks(150, "ttl must be an integer")
		}
	}
	receiver := r.key.sender.other()
	if capability := "tasks.requests." + operation; !s.declares(receiver, capability) {
		return undeclared(receiver, capability, task, 150)
	}
	r.augmented = true
	return nil
}

// createdTask checks what answers a call that was made a task.
func (j *judge) createdTask(result node) *Violation {
	task := result.get("task")
	if !task.isObject() {
		return result.member("task").breaks(151, "a task-augmented call must be answered with a task object")
	}
	return j.task(task)
}

func listTasks(s *session, r *request) *Violation {
	return s.pageParams(r.params, 152)
}

func listedTasks(s *session, _ *request, result node) *Violation {
	if v := s.page(result, 152, "tasks"); v != nil {
		return v
	}
	for _, task := range result.get("tasks").elements() {
		if v := s.task(task); v != nil {
			return v
		}
	}
	return nil
}

// task checks a snapshot of a task. What it does not hold is no proof that the
// requestor may see it.
func (j *judge) task(n node) *Violation {
	if !n.isObject() {
		return n.breaks(153, "task must be an object")
	}
	for _, name := range []string{"taskId", "status", "createdAt", "lastUpdatedAt"} {
		if _, ok := n.get(name).text(); !ok {
			return n.member(name).breaks(153, name+" must be a non-empty string")
		}
	}
	if _, ok := n.get("status").oneOf("working", "input_required", "completed", "failed", "cancelled"); !ok {
		return n.get("status").breaks(153, "status must be one of working, input_required, completed, failed, cancelled")
	}
	if ttl := n.get("ttl"); !ttl.present() || !ttl.isNull() && !ttl.duration() {
		return n.member("ttl").breaks(153, "ttl must be null or a number of at least 0")
	}
	if interval := n.get("pollInterval"); interval.present() && !interval.duration() {
		return interval.breaks(153, "pollInterval must be a number of at least 0")
	}
	if message := n.get("statusMessage"); message.present() {
		if _, ok := message.str(); !ok {
			return message.breaks(153, "statusMessage must be a string")
		}
	}
	return nil
}

func (n node) duration() bool {
	num, ok := n.finite()
	return ok && num.sign() >= 0
}

// unsupportedTask names one task, and is refused all the same.
func unsupportedTask(s *session, r *request) *Violation {
	if v := s.object(r.params, 154, "params", exactly("taskId")); v != nil {
		return v
	}
	if _, ok := r.params.get("taskId").text(); !ok {
		return r.params.get("taskId").breaks(154, "taskId must be a non-empty string")
	}
	return r.at.get("method").breaks(154, "the method's schema is not implemented in this profile")
}
