/** Describes how an endpoint is offered to language models at /mcp. Inputs, access and price come from the endpoint itself. */
export interface Tool {
  /** Tool name, such as `posts_create`. Endpoints that share a name are one tool, which `http/mcp/combined.ts` describes. */
  readonly name: string
  /** For a model: what the tool does and what to call next. The price is added. Only for a tool that is one endpoint. */
  readonly text?: string
  /** The choice that selects this endpoint in a tool of several endpoints. */
  readonly when?: string
  /** Name of this endpoint's reply in the result, where one choice calls several endpoints. */
  readonly part?: string
  /** Inputs that the tool hides. */
  readonly hides?: readonly string[]
  /** Inputs that have another name in the tool. */
  readonly renames?: Readonly<Record<string, string>>
  /** It changes nothing, although its method is not GET. */
  readonly isReading?: true
  /** It ends, removes or overwrites something. */
  readonly isDestructive?: true
  /** Calling it again with the same inputs changes nothing more. PUT, PATCH and DELETE endpoints always are. */
  readonly isIdempotent?: true
}
