/** How language models are offered an endpoint at /mcp. Inputs, access and price come from the endpoint itself. */
export interface Tool {
  /** `posts_create`. Endpoints that share a name are one tool, which `http/mcp/combined.ts` describes. */
  readonly name: string
  /** For a model: what it does and what to call next. The price is added. Only of a tool that is one endpoint. */
  readonly text?: string
  /** Of several endpoints: calls with this choice mean this one. */
  readonly when?: string
  /** Where several endpoints answer one choice: the name of this one's reply in the result. */
  readonly part?: string
  /** Inputs that the tool does not offer. */
  readonly hides?: readonly string[]
  /** Inputs that have another name in the tool. */
  readonly renames?: Readonly<Record<string, string>>
  /** It ends or removes something that cannot be had back. */
  readonly isDestructive?: true
  /** To call it again with the same inputs changes nothing more. Endpoints by PUT, PATCH and DELETE are so by themselves. */
  readonly isIdempotent?: true
}
