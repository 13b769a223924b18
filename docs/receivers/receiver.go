// Receives Quoin webhooks. Needs only Go (1.19 or later).
//
//	WEBHOOK_SECRETS=whsec_... PORT=9000 go run receiver.go
//
// During a rotation, WEBHOOK_SECRETS has both secrets: new,old.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	toleranceSeconds = 300
	bodyBytesMax     = 1 << 20
	remember         = 7 * 24 * time.Hour
)

// Reasons to refuse a delivery.
var (
	errBadSecret       = errors.New("bad_secret")
	errMissingHeader   = errors.New("missing_header")
	errMalformedHeader = errors.New("malformed_header")
	errTimestamp       = errors.New("timestamp_out_of_range")
	errNoMatch         = errors.New("no_match")
	errNotJSON         = errors.New("body_not_json")
)

var (
	secretForm    = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]+={0,2}\z`)
	timestampForm = regexp.MustCompile(`^[0-9]{1,12}\z`)
	digestForm    = regexp.MustCompile(`^[0-9a-f]{64}\z`)
)

// Event is the content of a delivery. Data depends on the type.
type Event struct {
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	CreatedAt   string          `json:"created_at"`
	WorkspaceID string          `json:"workspace_id"`
	Data        json.RawMessage `json:"data"`
}

// Verify returns the event of a delivery that one of the secrets signed.
func Verify(body []byte, headers http.Header, secrets []string, now time.Time) (*Event, error) {
	if len(secrets) == 0 {
		return nil, errBadSecret
	}
	for _, secret := range secrets {
		if !secretForm.MatchString(secret) {
			return nil, errBadSecret
		}
	}
	signature, err := header(headers, "X-Service-Signature")
	if err != nil {
		return nil, err
	}
	digests, err := digestsIn(signature)
	if err != nil {
		return nil, err
	}
	timestamp, err := header(headers, "X-Service-Timestamp")
	if err != nil {
		return nil, err
	}
	if !timestampForm.MatchString(timestamp) {
		return nil, errMalformedHeader
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if distance := now.Unix() - seconds; distance > toleranceSeconds || distance < -toleranceSeconds {
		return nil, errTimestamp
	}
	isMatch := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, digest := range digests {
			// Compares every digest in constant time, without stopping at a match.
			isMatch = hmac.Equal(expected, digest) || isMatch
		}
	}
	if !isMatch {
		return nil, errNoMatch
	}
	return eventIn(body)
}

func header(headers http.Header, name string) (string, error) {
	values := headers.Values(name)
	if len(values) == 0 {
		return "", errMissingHeader
	}
	if len(values) > 1 || strings.ContainsAny(values[0], " \t\r\n") {
		return "", errMalformedHeader
	}
	return values[0], nil
}

func digestsIn(signature string) ([][]byte, error) {
	entries := strings.Split(signature, ",")
	var digests [][]byte
	for _, entry := range entries {
		tag, value, found := strings.Cut(entry, "=")
		if !found || tag == "" {
			return nil, errMalformedHeader
		}
		if tag != "v1" && tag != "v2" {
			continue
		}
		if !digestForm.MatchString(value) {
			return nil, errMalformedHeader
		}
		digest, _ := hex.DecodeString(value)
		digests = append(digests, digest)
	}
	if len(digests) == 0 || len(entries) > 8 {
		return nil, errMalformedHeader
	}
	return digests, nil
}

// Parses the body. Called only after a signature matched.
func eventIn(body []byte) (*Event, error) {
	var event *Event
	if !utf8.Valid(body) || bytes.HasPrefix(body, []byte("\xef\xbb\xbf")) {
		return nil, errNotJSON
	}
	if json.Unmarshal(body, &event) != nil || event == nil || event.ID == "" {
		return nil, errNotJSON
	}
	return event, nil
}

// Event ids of the last 7 days. Keep them in your database if you run several processes or must survive a restart.
type memory struct {
	sync.Mutex
	at map[string]time.Time
}

func (m *memory) isNew(id string) bool {
	m.Lock()
	defer m.Unlock()
	for old, at := range m.at {
		if time.Since(at) > remember {
			delete(m.at, old)
		}
	}
	if _, known := m.at[id]; known {
		return false
	}
	m.at[id] = time.Now()
	return true
}

func (m *memory) forget(id string) {
	m.Lock()
	defer m.Unlock()
	delete(m.at, id)
}

// Replace this with your own code. If an event takes longer than a few seconds, put it into a queue.
func handle(event *Event) error {
	_, err := fmt.Println(event.Type, event.ID)
	return err
}

func main() {
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRETS"), ",")
	seen := &memory{at: map[string]time.Time{}}
	receive := func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(answer, request.Body, bodyBytesMax))
		if err != nil {
			http.Error(answer, "", http.StatusBadRequest)
			return
		}
		event, err := Verify(body, request.Header, secrets, time.Now())
		if err != nil {
			log.Print(err)
			http.Error(answer, "", http.StatusBadRequest)
			return
		}
		if seen.isNew(event.ID) {
			if err := handle(event); err != nil {
				// Quoin delivers the event again.
				seen.forget(event.ID)
				http.Error(answer, "", http.StatusInternalServerError)
				return
			}
		}
		answer.WriteHeader(http.StatusNoContent)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 30 * time.Second}
	log.Fatal(server.Serve(listener))
}
