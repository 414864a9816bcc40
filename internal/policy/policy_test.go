package policy

import (
	"slices"
	"testing"

	"mcpreview/internal/rule"
)

func TestDefaultVocabularyHoldsEachNameOnce(t *testing.T) {
	total := 0
	for _, class := range Classes {
		total += len(denied[class])
	}
	if v := DefaultVocabulary(); len(v) != total || len(denied) != len(Classes) {
		t.Errorf("%d names of %d in %d classes", len(v), total, len(denied))
	}
	if v := DefaultVocabulary(); v["apikey"] != Credential || v["pin"] != Password || v["region"] != "" {
		t.Errorf("apikey %q, pin %q, region %q", v["apikey"], v["pin"], v["region"])
	}
}

func TestCanAccept(t *testing.T) {
	accepted := []string{"DESC-04", "DESC-05", "DESC-19", "DESC-20", "DESC-21", "HDR-01", "HDR-11", "HDR-12", "HDR-14", "RES-16", "RES-24", "PAGE-10", "CMP-08", "EVID-05", "EVID-06", "EVID-09", "EVID-10"}
	for _, id := range accepted {
		if why, ok := CanAccept(rule.Get(id)); !ok || why != "" {
			t.Errorf("%s: %s", id, why)
		}
	}
	refused := []string{"DESC-08", "DESC-14", "HDR-02", "HDR-10", "HDR-13", "RES-01", "RES-02", "ENC-03", "PAR-02", "PAR-14", "PAGE-02", "CMP-09", "EVID-01", "EVID-13", "EVID-15"}
	for _, r := range rule.All() {
		if r.Family() == "JSON" || r.Family() == "PAR" || slices.Contains(refused, r.ID) {
			if why, ok := CanAccept(r); ok || why == "" {
				t.Errorf("%s can be accepted", r.ID)
			}
		}
	}
}

func TestAcceptedEffect(t *testing.T) {
	desc, hdr := rule.Get("DESC-05"), rule.Get("HDR-11")
	for e := rule.Refuse; e <= rule.Note; e++ {
		if got := AcceptedEffect(desc, e); got != (e == rule.Condition) {
			t.Errorf("%s of %s: %v", e, desc.ID, got)
		}
		if got := AcceptedEffect(hdr, e); got != (e == rule.Condition || e == rule.Reject) {
			t.Errorf("%s of %s: %v", e, hdr.ID, got)
		}
	}
}

func TestParseDate(t *testing.T) {
	for _, s := range []string{"2026-07-28", "2028-02-29"} {
		if err := ParseDate(s); err != nil {
			t.Error(err)
		}
	}
	for _, s := range []string{"", "2026-7-28", "2026-02-29", "2026-07-28T00:00:00Z", "28.07.2026", " 2026-07-28", "+2026-07-28", "tomorrow"} {
		if ParseDate(s) == nil {
			t.Errorf("%q is a day", s)
		}
	}
}

func TestRequires(t *testing.T) {
	p := Policy{Require: []Requirement{RequireContexts, RequireMatrix}}
	for id, want := range map[string]bool{"EVID-10": true, "EVID-13": true, "EVID-09": false, "EVID-02": false} {
		if got := p.Requires(rule.Get(id)); got != want {
			t.Errorf("%s required: %v", id, got)
		}
	}
	if (Policy{}).Requires(rule.Get("EVID-10")) {
		t.Error("an empty policy requires something")
	}
}
