import { OutboundError } from '../../../../kit/net/outbound-error.ts'
import { StorageFull } from '../../../../kit/storage/storage.ts'
import { MalformedFile } from '../file/reader.ts'
import { QuotaExceeded } from './quota.ts'

/** The reason that there is no file. Users see the code and the message in `validation.error`. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
  readonly code: string
  /** True when another attempt would fail as well. */
  readonly isFinal: boolean
  constructor(code: string, detail: string, { isFinal = true, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(detail, { cause })
    this.code = code
    this.isFinal = isFinal
  }
}

const MAY_WORK_LATER = ['dns_failed', 'connect_failed', 'timeout']

export function toFetchFailed(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error
  if (error instanceof QuotaExceeded)
    return new FetchFailed('media_quota_exceeded', error.message, { isFinal: error.isFinal })
  if (error instanceof MalformedFile) return new FetchFailed('malformed_file', error.message)
  if (error instanceof OutboundError) {
    const isFinal = !MAY_WORK_LATER.includes(error.reason)
    return new FetchFailed(error.reason, `${error.message}.`, { isFinal, cause: error })
  }
  if (error instanceof StorageFull)
    return new FetchFailed('insufficient_storage', error.message, { isFinal: false, cause: error })
  return new FetchFailed('not_stored', 'The file could not be stored.', { isFinal: false, cause: error })
}
