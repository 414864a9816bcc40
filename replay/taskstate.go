package replay

import (
	"slices"
	"time"
)

// A taskKey is what tasks are known by: each side names those that it runs.
type taskKey struct {
	runner party
	id     string
}

// A taskState is what is known of a task.
type taskState struct {
	status           string
	created, updated time.Time
	origin           *request // that it came of; nil for one that was only heard of
	heard            int      // how many requests were filed when it became known
}

// The words of a task's status.
const (
	taskWorking       = "working"
	taskInputRequired = "input_required"
	taskCompleted     = "completed"
	taskFailed        = "failed"
	taskCancelled     = "cancelled"
)

func ended(status string) bool {
	return status == taskCompleted || status == taskFailed || status == taskCancelled
}

// A taskSnapshot is a task as one message shows it.
type taskSnapshot struct {
	id               string
	status           string
	created, updated time.Time
}

// snapshotOf checks a task in a message.
func (j *judge) snapshotOf(n node) (taskSnapshot, *Violation) {
	if v := j.task(n); v != nil {
		return taskSnapshot{}, v
	}
	for _, name := range []string{"ttl", "pollInterval"} {
		if m := n.get(name); m.present() && !m.isNull() && !j.countWithin(m, unlimited) {
			return taskSnapshot{}, m.breaks(153, name+" must be an integer of at least 0")
		}
	}
	var t taskSnapshot
	t.id, _ = n.get("taskId").str()
	t.status, _ = n.get("status").str()
	for _, at := range []struct {
		name string
		into *time.Time
	}{{"createdAt", &t.created}, {"lastUpdatedAt", &t.updated}} {
		text, _ := n.get(at.name).str()
		var ok bool
		if *at.into, ok = instant(text); !ok {
			return taskSnapshot{}, n.get(at.name).breaks(153, at.name+" must be a timestamp of RFC 3339")
		}
	}
	return t, nil
}

// fits checks a snapshot against what is known of its task. A late one, which
// is older than that, proves nothing.
func (t *taskState) fits(shown taskSnapshot, n node) *Violation {
	switch {
	case !shown.created.Equal(t.created):
		return n.get("createdAt").breaks(178, "createdAt of a task changes")
	case shown.updated.Before(t.updated):
		return nil
	case ended(t.status) && shown.status != t.status:
		return n.get("status").breaks(178, "status of a task changes after its end")
	}
	return nil
}

// learn takes over what a snapshot says.
func (s *session) learn(key taskKey, shown taskSnapshot) {
	t := s.tasks[key]
	if t == nil {
		t = &taskState{created: shown.created, updated: shown.updated, heard: len(s.issued)}
		s.tasks[key] = t
	}
	if shown.updated.Before(t.updated) {
		return
	}
	t.updated = shown.updated
	s.reach(key, shown.status)
}

// reach gives a task a status; at the end its progress is over.
func (s *session) reach(key taskKey, status string) {
	t := s.tasks[key]
	t.status = status
	if !ended(status) || t.origin == nil || t.origin.token == nil {
		return
	}
	if key := s.tokenKey(t.origin); s.tokens[key] == t.origin.token {
		delete(s.tokens, key)
	}
}

// augmentable is the check of a result that may be a task instead.
func augmentable(body func(*session, *request, node) *Violation) func(*session, *request, node) *Violation {
	return func(s *session, r *request, result node) *Violation {
		if !r.augmented {
			return body(s, r, result)
		}
		return s.creation(r, result)
	}
}

// creation checks what answers a request that asked to be run as a task.
func (s *session) creation(r *request, result node) *Violation {
	if v := s.object(result, 151, "result", exactly("task").maybe("_meta")); v != nil {
		return v
	}
	n := result.get("task")
	shown, v := s.snapshotOf(n)
	if v != nil {
		return v
	}
	known := s.tasks[taskKey{r.key.sender.other(), shown.id}]
	switch {
	case r.refusable == unknownTool:
		return result.breaks(160, "the call succeeds although "+r.refusable)
	case shown.status != taskWorking:
		return n.get("status").breaks(177, "a task is created with status working")
	case known == nil:
		return nil
	case known.origin != nil || known.heard <= r.serial:
		return n.get("taskId").breaks(177, "taskId is that of another task")
	case !known.created.Equal(shown.created):
		return n.get("createdAt").breaks(178, "createdAt of a task changes")
	}
	return nil
}

// create registers the task that a request has become. What was heard of it
// before is newer.
func create(s *session, r *request) {
	if !r.augmented {
		return
	}
	shown, _ := s.snapshotOf(r.answer.get("task")) // checked before
	key := taskKey{r.key.sender.other(), shown.id}
	if s.tasks[key] == nil {
		s.learn(key, shown)
	}
	t := s.tasks[key]
	t.origin = r
	if r.token != nil && !ended(t.status) {
		r.token.task = key
	}
}

// aboutTask checks the params of a method about one task.
func aboutTask(s *session, r *request) *Violation {
	if v := s.object(r.params, 154, "params", exactly("taskId").maybe("_meta")); v != nil {
		return v
	}
	id, ok := r.params.get("taskId").text()
	if !ok {
		return r.params.get("taskId").breaks(154, "taskId must be a non-empty string")
	}
	r.task = taskKey{r.key.sender.other(), id}
	t := s.tasks[r.task]
	r.ended = t != nil && ended(t.status)
	return nil
}

// asked is the task that a success is about.
func (s *session) asked(r *request, result node) (*taskState, *Violation) {
	if t := s.tasks[r.task]; t != nil {
		return t, nil
	}
	return nil, result.breaks(179, "an unknown task has an answer other than an error")
}

// shownTask checks the result of tasks/get and tasks/cancel.
func (s *session) shownTask(r *request, result node) (taskSnapshot, *Violation) {
	t, v := s.asked(r, result)
	if v != nil {
		return taskSnapshot{}, v
	}
	shown, v := s.snapshotOf(result)
	switch {
	case v != nil:
		return shown, v
	case shown.id != r.task.id:
		return shown, result.get("taskId").breaks(178, "the answer is about another task")
	}
	if name := relatedTo(result.get("_meta")); name != "" && name != shown.id {
		return shown, result.get("_meta").breaks(182, "related-task names another task")
	}
	return shown, t.fits(shown, result)
}

func gotTask(s *session, r *request, result node) *Violation {
	_, v := s.shownTask(r, result)
	return v
}

func cancelledTask(s *session, r *request, result node) *Violation {
	shown, v := s.shownTask(r, result)
	switch {
	case v != nil:
		return v
	case r.ended:
		return result.breaks(180, "a task that has ended is cancelled")
	case shown.status != taskCancelled:
		return result.get("status").breaks(180, "the task is not cancelled by the success of tasks/cancel")
	}
	return nil
}

func keepShownTask(s *session, r *request) {
	shown, _ := s.snapshotOf(r.answer) // checked before
	s.learn(r.task, shown)
}

// resultOf is the status that a result implies.
func resultOf(result node) string {
	if result.get("isError").isTrue() {
		return taskFailed
	}
	return taskCompleted
}

// taskResult checks what a task came to, by the rules of the request that it
// came of.
func taskResult(s *session, r *request, result node) *Violation {
	t, v := s.asked(r, result)
	if v != nil {
		return v
	}
	if relatedTo(result.get("_meta")) != r.task.id {
		return result.member("_meta").breaks(182, "the result of a task must name it in related-task")
	}
	if ended(t.status) && t.status != resultOf(result) {
		return result.breaks(181, "the result contradicts the status of the task")
	}
	if t.origin == nil {
		return nil
	}
	return t.origin.method.body(s, t.origin, result)
}

func keepTaskResult(s *session, r *request) { s.reach(r.task, resultOf(r.answer)) }

// refusedTask checks an error that answers a method about one task: what it
// means that there is no such task, or that it has ended.
func refusedTask(s *session, r *request, failure node) *Violation {
	t := s.tasks[r.task]
	finished := r.name == "tasks/cancel" && r.ended ||
		r.name == "tasks/result" && t != nil && t.status == taskCompleted
	if t != nil && !finished {
		return nil
	}
	code, _ := s.grammar.integer(failure.get("code"))
	if code.IsInt64() && (code.Int64() == -32602 || code.Int64() == -32603) {
		return nil
	}
	number, text := 179, "an unknown task is refused with -32602 or -32603"
	if t != nil {
		number, text = 180, "a task that has ended is refused with -32602 or -32603"
	}
	return failure.get("code").breaks(number, text)
}

// tasksShown checks the result of tasks/list.
func tasksShown(s *session, r *request, result node) *Violation {
	if v := s.page(result, 152, "tasks"); v != nil {
		return v
	}
	seen := make(map[string]bool)
	for _, n := range result.get("tasks").elements() {
		shown, v := s.snapshotOf(n)
		if v != nil {
			return v
		}
		if seen[shown.id] {
			return n.get("taskId").breaks(178, "task is listed twice")
		}
		seen[shown.id] = true
		if t := s.tasks[taskKey{r.key.sender.other(), shown.id}]; t != nil {
			if v := t.fits(shown, n); v != nil {
				return v
			}
		}
	}
	return nil
}

func keepTasksShown(s *session, r *request) {
	for _, n := range r.answer.get("tasks").elements() {
		shown, _ := s.snapshotOf(n) // checked before
		s.learn(taskKey{r.key.sender.other(), shown.id}, shown)
	}
}

// taskStatus judges a status notification: of a known task, or of one whose
// creation is still to be told.
func taskStatus(s *session, _ transportContext, m *message) *Violation {
	n := s.orEmpty(m.params)
	shown, v := s.snapshotOf(n)
	if v != nil {
		return v.within(m.at)
	}
	if name := relatedTo(n.get("_meta")); name != "" && name != shown.id {
		return n.get("_meta").breaks(182, "related-task names another task")
	}
	key := taskKey{m.from, shown.id}
	if t := s.tasks[key]; t != nil {
		if v := t.fits(shown, n); v != nil {
			return v
		}
		s.learn(key, shown)
		return nil
	}
	if !s.creating(m.from) {
		return n.get("taskId").breaks(178, "status of an unknown task")
	}
	s.learn(key, shown)
	s.early[m.from] = append(s.early[m.from], s.tasks[key])
	return nil
}

// creating reports whether a party has yet to tell of more tasks than it has
// shown the status of.
func (s *session) creating(runner party) bool {
	due, first := 0, 0
	for _, r := range s.open {
		if r.augmented && r.key.sender != runner {
			if due++; due == 1 || r.serial < first {
				first = r.serial
			}
		}
	}
	if due == 0 {
		return false
	}
	// What was heard before the first of those requests is the task of none, of
	// later ones neither.
	s.early[runner] = slices.DeleteFunc(s.early[runner], func(t *taskState) bool { return t.origin != nil || t.heard <= first })
	return due > len(s.early[runner])
}

// related checks the related-task of a _meta object.
func related(meta node) *Violation {
	n := meta.get(relatedTaskMember)
	if !n.present() {
		return nil
	}
	if _, ok := n.get("taskId").text(); !ok {
		return n.breaks(182, "related-task must be an object with a string taskId")
	}
	return nil
}

// relatedTo is the task that a _meta object names; "" for none.
func relatedTo(meta node) string {
	id, _ := meta.path(relatedTaskMember, "taskId").text()
	return id
}

// relation checks what task a request is part of: a known one that has not
// ended. Methods about tasks say that in their own params.
func (s *session) relation(r *request, meta node) *Violation {
	if r.method.aboutTasks {
		return nil
	}
	if v := related(meta); v != nil {
		return v
	}
	id := relatedTo(meta)
	if id == "" {
		return nil
	}
	for _, runner := range []party{client, server} {
		if t := s.tasks[taskKey{runner, id}]; t != nil && !ended(t.status) {
			r.related = id
			return nil
		}
	}
	return meta.get(relatedTaskMember).breaks(182, "related-task names no active task")
}

// answersRelated checks that a success says what task its request is part of.
func answersRelated(s *session, r *request, result node) *Violation {
	if !result.isObject() {
		return result.breaks(53, "result must be an object")
	}
	if v := s.meta(result, 53); v != nil {
		return v
	}
	if v := related(result.get("_meta")); v != nil {
		return v
	}
	if r.related != "" && relatedTo(result.get("_meta")) != r.related {
		return result.member("_meta").breaks(182, "the result must name the task that its request is part of")
	}
	return nil
}
