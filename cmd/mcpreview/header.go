package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mcpreview/headers"
	"mcpreview/internal/policy"
	"mcpreview/internal/regular"
	"mcpreview/report/escape"
)

func newHeader() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "header",
		Short: "Encode or decode one Mcp-Param header value",
		Args:  noSuchCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("a command is missing: mcpreview header encode, or decode")
		},
	}
	cmd.AddCommand(
		newCodec("encode", "Print the header text of the value on standard input", encodeHelp, encodeValue),
		newCodec("decode", "Print the value of the header text on standard input", decodeHelp, decodeField),
	)
	return cmd
}

const encodeHelp = `Print the one header text that the house policy prescribes for a value.

The value is standard input byte for byte: a line break at its end is part of it. A
string is its UTF-8 text, an integer any JSON number that is one, a boolean true or
false. Nothing is added to the output, so that what encode prints is what decode takes.

Exit codes: 0, 1 where the value has no header text, 2 when the command could not do
its work. No message holds the value.`

const decodeHelp = `Print the value of a header text, as a receiver has to read it.

The text is standard input byte for byte, apart from spaces and tabs around it, which
HTTP removes. The output is the value and nothing else: a string's bytes, an integer
in decimal, true or false.

Exit codes: 0, 1 where the text is malformed or not of the type, 2 when the command
could not do its work. No message holds the text.`

// newCodec is a command that turns standard input into standard output. The
// error of convert is the one-line reason why there is nothing to print.
func newCodec(name, short, long string, convert func(headers.Type, string) (string, error)) *cobra.Command {
	var typeName string
	cmd := &cobra.Command{
		Use:     name,
		Short:   short,
		Long:    long,
		Example: fmt.Sprintf("  printf %%s 'eu-3' | mcpreview header %s\n  printf %%s 42 | mcpreview header %s --type integer", name, name),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 { // not repeated: it may be the value
				return errors.New("too many arguments: what to convert is read from standard input")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, err := headers.ParseType(typeName)
			if err != nil {
				return fmt.Errorf("--type: %w", err)
			}
			input, err := readValue(cmd.InOrStdin())
			if err != nil {
				return err
			}
			output, err := convert(t, input)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "mcpreview: %s\n", escape.Terminal(err.Error(), maxErrorLength))
				return exit(exitRefuse)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), output)
			return err
		},
	}
	cmd.Flags().StringVar(&typeName, "type", headers.String.String(), "`TYPE` of the value: string, integer, boolean")
	cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"string", "integer", "boolean"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func readValue(in io.Reader) (string, error) {
	limit := policy.DefaultLimits().DocumentBytes
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("standard input: %w", regular.Cause(err))
	case len(data) > limit:
		return "", fmt.Errorf("standard input exceeds %d bytes", limit)
	}
	return string(data), nil
}

func encodeValue(t headers.Type, value string) (field string, err error) {
	switch t {
	case headers.String:
		field, err = headers.EncodeString(value)
	case headers.Integer:
		field, err = headers.EncodeInteger(value)
	default:
		if value != "true" && value != "false" {
			return "", errors.New("ENC-01: the input is neither true nor false" + lineBreak(value))
		}
		field = headers.EncodeBool(value == "true")
	}
	switch {
	case errors.Is(err, headers.ErrText):
		return "", errors.New("ENC-08: the input is not UTF-8")
	case err != nil:
		return "", fmt.Errorf("ENC-08: %w has no header form%s", err, lineBreak(value))
	}
	return field, nil
}

// defects are why a receiver cannot read a field.
var defects = map[headers.Defect]string{
	headers.Empty:     "there is no text",
	headers.Bytes:     "it holds bytes that no header value may have",
	headers.Encoding:  "it looks encoded, and its payload is not canonical base64 of UTF-8",
	headers.Ambiguous: "start and end of the encoded form overlap",
}

func decodeField(t headers.Type, input string) (value string, err error) {
	field := headers.TrimField(input)
	received := headers.Decode(field)
	if received.Class == headers.Malformed {
		return "", fmt.Errorf("ENC-10: malformed (%s): %s%s", received.Defect, defects[received.Defect], lineBreak(field))
	}
	switch t {
	case headers.String:
		return received.Text, nil
	case headers.Integer:
		if decimal, ok := received.Integer(); ok {
			return decimal, nil
		}
		return "", errors.New("PAR-08: it is not the text of an integer from -9007199254740991 to 9007199254740991")
	default:
		if b, ok := received.Bool(); ok {
			return headers.EncodeBool(b), nil
		}
		return "", errors.New("PAR-09: it is neither true nor false")
	}
}

// lineBreak says that an input ends in a line break, which is easily overlooked.
func lineBreak(s string) string {
	if s != "" && s[len(s)-1] == '\n' {
		return "; the input ends in a line break, which is part of it"
	}
	return ""
}
