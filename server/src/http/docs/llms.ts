import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ABOUT, tagOf } from '../openapi.ts'

/** The API in short, as Markdown for language models (llmstxt.org): the rules that hold everywhere, then every endpoint. */
export function llmsText(endpoints: readonly AnyEndpoint[], baseUrl: string): string {
  const groups = [...Map.groupBy(endpoints, tagOf)].map(
    ([tag, group]) => `## ${tag}\n\n${group.map((endpoint) => lineOf(endpoint, baseUrl)).join('\n')}\n`,
  )
  return `# Quoin

> ${ABOUT}

The API speaks JSON over HTTP at ${baseUrl}.

- Send a key with every call: \`Authorization: Bearer qk_live_...\`. A key that starts with \`qk_test_\` gets examples, changes nothing and costs nothing.
- A lookup that finds nothing answers 200 with \`"data": null\` and costs nothing. \`X-Credits-Charged\` says what a call cost. \`:estimate\` is free.
- Send an \`Idempotency-Key\` with every POST, PUT, PATCH and DELETE, and retry with the same one: the work is done and charged once.
- Lists answer \`{data, has_more, next_cursor}\`; pass \`next_cursor\` as \`cursor\`.
- Errors are problem documents (RFC 9457) with a stable \`code\`; a 422 lists every problem with its place in \`detail\`. Unknown fields are refused.
- Times are ISO 8601 in UTC. Amounts of credits are integers.

## Reference

- [Documentation](${baseUrl}/docs): every endpoint with its fields, errors and an example
- [OpenAPI 3.1](${baseUrl}/openapi.json): the same for tools

${groups.join('\n')}`
}

function lineOf({ id, method, path, summary }: AnyEndpoint, baseUrl: string): string {
  return `- [${method} ${path}](${baseUrl}/docs#${id}): ${summary}`
}
