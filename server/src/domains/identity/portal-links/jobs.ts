import { timer } from '../../../queue/timers.ts'
import { forgetOldPortalLinks } from './service.ts'

export const portalLinkTimers = [timer({ id: 'portal_links.forget', everySeconds: 3600, run: forgetOldPortalLinks })]
