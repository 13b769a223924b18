/** Options of a client. */
export interface ClientOptions {
  /** Default: the environment variable `QUOIN_API_KEY`. */
  apiKey?: string | undefined
  /** Default: the environment variable `QUOIN_BASE_URL`, or `http://127.0.0.1:8080`. */
  baseURL?: string | undefined
  /** Milliseconds for each attempt, including its body. Default: 60,000. */
  timeout?: number | undefined
  /** Number of retries after a temporary failure. Default: 2. */
  maxRetries?: number | undefined
  /** Refuses every call that could cost more than this. */
  maxCredits?: number | undefined
  /** Replacement for the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Sent with every request. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Called before each attempt; may change its headers. The headers contain the key, so do not log them in full. */
  onRequest?: ((request: OutgoingRequest) => void | Promise<void>) | undefined
}

export interface OutgoingRequest {
  /** Operation id, such as `posts.create`. */
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** Number of the attempt, starting with 1. */
  readonly attempt: number
}

/** Options of one call. */
export interface Options {
  /** Milliseconds for each attempt. */
  timeout?: number | undefined
  maxRetries?: number | undefined
  /** Aborts the call and its retries. */
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a call that changes data. */
export interface WriteOptions extends Options {
  /**
   * Identifies the logical call: the server does it once and returns the stored response to retries. By default every call has
   * its own key, which its retries share; pass one to be safe across restarts of your program too.
   */
  idempotencyKey?: string | undefined
}

/** Options of a call that can cost credits. */
export interface PricedOptions extends WriteOptions {
  /**
   * Refuses the call if it could cost more than this. A search without a `limit` finds as many as this allows. For several pages,
   * the limit applies to all of them together.
   */
  maxCredits?: number | undefined
}

/** A file to send instead of the other arguments. */
export interface FileArgument {
  /** Bytes of the file. The `type` of a Blob is its content type. */
  file: Blob | ArrayBuffer | Uint8Array
}
