import type { DestinationStream } from 'pino'
import pretty from 'pino-pretty'
import { REQUEST_MESSAGE, type RequestLine } from './request-line.ts'

const COMMON = { translateTime: 'SYS:HH:MM:ss', singleLine: true }

/** Formats log entries for people at a terminal, one line each. An error has its stack below it. */
export function readableLines(stream: NodeJS.WriteStream): DestinationStream {
  const colorize = stream.hasColors?.() ?? false
  const formatLine = pretty.prettyFactory({ ...COMMON, colorize })
  const formatRequest = pretty.prettyFactory({
    ...COMMON,
    colorize,
    hideObject: true,
    messageFormat: (line) => describeRequest(line as unknown as RequestLine),
  })
  const isRequest = `"msg":"${REQUEST_MESSAGE}"`
  return {
    write(line) {
      stream.write((line.includes(isRequest) ? formatRequest : formatLine)(withoutControls(line)))
    },
  }
}

function describeRequest({ method, path, status, ms, request_id, workspace_id, credits }: RequestLine): string {
  const cost = credits === undefined ? [] : [`${credits} credits`]
  return [`${status} ${method} ${path}`, `${ms} ms`, ...cost, workspace_id, request_id].filter(Boolean).join('  ')
}

/** A line may quote client input, which must not control the terminal. JSON writes control characters as \u00XX. */
function withoutControls(line: string): string {
  return line.replace(/(?<!\\)\\u00[01][0-9a-f]|[\u007f-\u009f]/g, '?')
}
