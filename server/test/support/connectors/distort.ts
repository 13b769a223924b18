import type { Http, Session, UnexpectedShape } from '../../../src/connectors/session.ts'

/** Changes the text of every response, and collects what the connector reports about it. */
export function distort(session: Session, search: string | RegExp, replacement: string) {
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replaceAll(search, replacement)) }
  }
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  return { distorted: { ...session, http, report }, reported }
}
