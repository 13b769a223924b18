/** What a target shows as its `error`. */
export type TargetError = Record<string, unknown> & { readonly code: string; readonly message: string }

const UNCONFIRMED = 'The request was sent, but the platform did not confirm it: the post may or may not be there.'

/** `isAsked` while the platform is asked what became of the post: then the caller only has to wait. */
export function outcomeUnknown(isAsked: boolean): TargetError {
  return {
    code: 'outcome_unknown',
    message: UNCONFIRMED,
    remediation: isAsked
      ? 'Wait: the platform is being asked, and the post continues by itself.'
      : 'Look at the platform. If the post is not there, retry with force.',
  }
}

/** The same for the log of attempts, with what the platform said. */
export function attemptOutcomeUnknown(error: TargetError): TargetError {
  return { ...error, code: 'outcome_unknown', message: UNCONFIRMED }
}
