import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Runs the work when every complete request that came before on the connection has its response: a client reads responses in
 * the order of its requests. The work gets the response to a request that has only partly arrived.
 */
export function afterResponses(socket: Socket, work: (current: ServerResponse | undefined) => void): void {
  const response = findResponse(socket)
  if (response?.req.complete && socket.writable) response.once('finish', () => afterResponses(socket, work))
  else work(response)
}

/** Finds the response that the connection sends now or next. */
function findResponse(socket: Socket): ServerResponse | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own handler of errors asks the same
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
