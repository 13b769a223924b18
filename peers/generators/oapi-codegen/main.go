package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/client/quoin"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("QUOIN_API_KEY"))
		return nil
	}
	client, err := quoin.NewClientWithResponses(os.Getenv("QUOIN_BASE_URL"), quoin.WithRequestEditorFn(authorize))
	check(err)

	platforms, err := client.PlatformsListWithResponse(ctx, nil)
	check(err)
	fmt.Println("platforms", len(platforms.JSON200.Data))

	key := "create-with-oapi-codegen"
	created, err := client.ProfilesCreateWithResponse(
		ctx, &quoin.ProfilesCreateParams{IdempotencyKey: &key}, quoin.ProfileRequest{Name: "oapi-codegen"})
	check(err)
	fmt.Println("created", created.JSON201.Name)

	read, err := client.ProfilesGetWithResponse(ctx, created.JSON201.Id, nil)
	check(err)
	fmt.Println("read", read.JSON200.Name, read.JSON200.ExternalRef == nil)

	missing, err := client.ProfilesGetWithResponse(ctx, "prof_missing", nil)
	check(err)
	fmt.Println("error", missing.ApplicationproblemJSON404.Status, missing.ApplicationproblemJSON404.Code)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
