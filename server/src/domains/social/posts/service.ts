/** What the domains after this one, and the routes, use. */
export { cancelPost, deletePost, retryPost, updatePost } from './change.ts'
export { createPost, validatePost } from './create.ts'
export { getPost, listAttempts, listPosts } from './read.ts'
export { unpublishPost } from './unpublish.ts'
