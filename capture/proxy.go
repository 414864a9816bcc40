package capture

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
)

// proxyAuthorization is the header that a proxy is told a password in.
const proxyAuthorization = "Proxy-Authorization"

// A proxyOf says through which proxy a request goes; nil is none.
type proxyOf func(*http.Request) (*url.URL, error)

// proxyVariable is what the credentials of a proxy are called where they are
// replaced, by the scheme of the endpoint.
var proxyVariable = map[string]string{"http": "HTTP_PROXY", "https": "HTTPS_PROXY"}

// throughProxy reports whether requests to the endpoint go through a proxy, which
// may change them: where a recording was made is part of what it shows. What is
// in the proxy's URL of a name and a password becomes a secret. The error repeats
// nothing of that URL.
func throughProxy(endpoint string, proxy proxyOf, secrets *Secrets) (bool, error) {
	req, err := http.NewRequest(http.MethodPost, endpoint, nil)
	if err != nil {
		return false, errors.New("--url: is no URL")
	}
	variable := proxyVariable[req.URL.Scheme]
	through, err := proxy(req)
	switch {
	case err != nil:
		return false, errors.New("environment variable " + variable + " holds no URL of a proxy: correct it, or unset it")
	case through == nil:
		return false, nil
	case through.User == nil:
		return true, nil
	}
	password, _ := through.User.Password()
	pair := through.User.Username() + ":" + password
	encoded := base64.StdEncoding.EncodeToString([]byte(pair))
	for _, value := range []string{encoded, pair, password} {
		if len(value) >= minSecret {
			secrets.add(variable, value)
		}
	}
	return true, nil
}
