/** How a client calls: where, as whom, and how patiently. */
export interface ClientOptions {
  /** The environment variable `QUOIN_API_KEY` when absent. */
  apiKey?: string | undefined
  /** The environment variable `QUOIN_BASE_URL` when absent, or `http://127.0.0.1:8080`. */
  baseURL?: string | undefined
  /** Milliseconds that each attempt may take, its body included; 60,000 when absent. */
  timeout?: number | undefined
  /** How often a call is repeated that failed for a reason that passes; 2 when absent. */
  maxRetries?: number | undefined
  /** Refuse every call that could cost more than this. */
  maxCredits?: number | undefined
  /** Another `fetch` than the global one. */
  fetch?: typeof fetch | undefined
  /** Sent with every request. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Runs before each attempt, and may change its headers. They contain the key: do not log them whole. */
  onRequest?: ((request: OutgoingRequest) => void | Promise<void>) | undefined
}

export interface OutgoingRequest {
  /** `posts.create` */
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** 1 for the first. */
  readonly attempt: number
}

/** Options of one call. */
export interface Options {
  /** Milliseconds that each attempt may take. */
  timeout?: number | undefined
  maxRetries?: number | undefined
  /** Ends the call, with its retries, when it aborts. */
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a call that changes something. */
export interface WriteOptions extends Options {
  /**
   * Names the logical call: the server does it once and answers its repetitions from memory. Every call has one of its own when this is
   * absent, and its retries share it; give one to be safe over restarts of your program too.
   */
  idempotencyKey?: string | undefined
}

/** Options of a call that can cost credits. */
export interface PricedOptions extends WriteOptions {
  /** Refuse the call when it could cost more than this; over pages, when all of them together could. */
  maxCredits?: number | undefined
}

/** A file in place of the other arguments. */
export interface FileArgument {
  /** Its bytes. The `type` of a Blob is its content type. */
  file: Blob | ArrayBuffer | Uint8Array
}
