import { lazyPart } from '../../components/lazy-part.tsx'

export const MovePost = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)
