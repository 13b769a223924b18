package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"example.com/client/quoin"
)

func main() {
	configuration := quoin.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("QUOIN_BASE_URL")
	client := quoin.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), quoin.ContextAccessToken, os.Getenv("QUOIN_API_KEY"))

	platforms, _, err := client.PlatformsAPI.PlatformsList(ctx).Execute()
	check(err)
	fmt.Println("platforms", len(platforms.Data))

	created, _, err := client.ProfilesAPI.ProfilesCreate(ctx).
		IdempotencyKey("create-with-openapi-generator").
		ProfileRequest(*quoin.NewProfileRequest("openapi-generator-go")).
		Execute()
	check(err)
	fmt.Println("created", created.Name)

	read, _, err := client.ProfilesAPI.ProfilesGet(ctx, created.Id).Execute()
	check(err)
	fmt.Println("read", read.Name, !read.ExternalRef.IsSet() || read.ExternalRef.Get() == nil)

	_, _, err = client.ProfilesAPI.ProfilesGet(ctx, "prof_missing").Execute()
	var failure *quoin.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatal("no typed error: ", err)
	}
	problem := failure.Model().(quoin.Problem)
	fmt.Println("error", problem.Status, problem.Code)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
