package headers_test

import (
	"fmt"

	"mcpreview/headers"
)

func ExampleEncodeString() {
	for _, s := range []string{"eu-3", "Zürich", ""} {
		field, err := headers.EncodeString(s)
		fmt.Println(field, err)
	}
	// Output:
	// eu-3 <nil>
	// =?base64?WsO8cmljaA==?= <nil>
	// =?base64??= <nil>
}

func ExampleEncodeInteger() {
	fmt.Println(headers.EncodeInteger("4.2e1"))
	fmt.Println(headers.EncodeInteger("9007199254740992"))
	// Output:
	// 42 <nil>
	//  out-of-range integer
}

func ExampleDecode() {
	for _, field := range []string{"eu-3", "=?base64?WsO8cmljaA==?=", "=?base64?WsO8cmljaA?="} {
		received := headers.Decode(field)
		fmt.Printf("%q %v\n", received.Text, received.Class != headers.Malformed)
	}
	// Output:
	// "eu-3" true
	// "Zürich" true
	// "" false
}
