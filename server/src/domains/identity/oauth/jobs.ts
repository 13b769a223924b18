import { timer } from '../../../queue/timers.ts'
import { forgetExpiredTokens } from './expiry.ts'

export const oauthTimers = [timer({ id: 'oauth.forget', everySeconds: 300, run: forgetExpiredTokens })]
