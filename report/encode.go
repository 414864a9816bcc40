package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// MarshalJSON writes the hints as an object, its names in order of their bytes.
func (h Hints) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(h)) {
		if err := writeMember(&b, i, name, h[name]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MarshalJSON writes the limits as one object, in their order. A value that is
// neither an int64 nor a list of names is an error.
func (l Limits) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, limit := range l {
		value := limit.Value
		switch v := value.(type) {
		case int64:
		case []string:
			if v == nil {
				value = []string{}
			}
		default:
			return nil, fmt.Errorf("limit %s: a value of type %T is neither a number nor a list of names", limit.Name, value)
		}
		if err := writeMember(&b, i, limit.Name, value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func writeMember(b *bytes.Buffer, i int, name string, value any) error {
	n, err := json.Marshal(name)
	if err != nil {
		return err
	}
	v, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if i > 0 {
		b.WriteByte(',')
	}
	b.Write(n)
	b.WriteByte(':')
	b.Write(v)
	return nil
}

// UnmarshalJSON reads what MarshalJSON writes and keeps its order.
func (l *Limits) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("limits are not a JSON object")
	}
	*l = Limits{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		value, err := limitValue(raw)
		if err != nil {
			return fmt.Errorf("limit %s: %w", name, err)
		}
		*l = append(*l, Limit{Name: name.(string), Value: value})
	}
	if _, err := d.Token(); err != nil && err != io.EOF {
		return err
	}
	return nil
}

func limitValue(raw json.RawMessage) (any, error) {
	if raw[0] == '[' {
		names := []string{}
		err := json.Unmarshal(raw, &names)
		return names, err
	}
	var n int64
	err := json.Unmarshal(raw, &n)
	return n, err
}
