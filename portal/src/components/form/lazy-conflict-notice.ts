import { lazyPart } from '../lazy-part.tsx'

/** Loaded with the first conflict, which is rare. */
export const ConflictNotice = lazyPart(async () => (await import('./conflict-notice.tsx')).ConflictNotice)
