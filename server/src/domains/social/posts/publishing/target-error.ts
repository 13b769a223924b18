export type TargetError = Record<string, unknown> & { readonly code: string; readonly message: string }

const UNCONFIRMED = 'The request was sent, but the platform did not confirm it: the post may or may not be there.'

/**
 * Describes an unknown outcome. `isAsked` is true while the platform is asked about the post: then the caller only has to wait.
 */
export function outcomeUnknown(isAsked: boolean): TargetError {
  return {
    code: 'outcome_unknown',
    message: UNCONFIRMED,
    remediation: isAsked
      ? 'Wait: the platform is being asked, and publishing continues automatically.'
      : 'Check the platform. If the post is not there, retry with force.',
  }
}

/** Describes an unknown outcome in the log of attempts, with the platform's message. */
export function attemptOutcomeUnknown(error: TargetError): TargetError {
  return { ...error, code: 'outcome_unknown', message: UNCONFIRMED }
}
