/** The message of the line about a request. */
export const REQUEST_MESSAGE = 'request'

export interface RequestLine {
  readonly request_id: string
  /** The id that the caller gave it. */
  readonly client_request_id?: string | undefined
  readonly method: string
  /** Without the query, and with placeholders where a path has secrets. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly workspace_id?: string | undefined
  /** What it cost, when it has a price. */
  readonly credits?: number | undefined
}
