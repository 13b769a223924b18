/** The message of the log line for a request. */
export const REQUEST_MESSAGE = 'request'

export interface RequestLine {
  readonly request_id: string
  /** The request id sent by the client. */
  readonly client_request_id?: string | undefined
  readonly method: string
  /** The path without the query, and with placeholders for secrets. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly workspace_id?: string | undefined
  /** Credits charged, if the call has a price. */
  readonly credits?: number | undefined
}
