import { implement } from '../../../kit/declare/route.ts'
import { faults } from './contract/faults.ts'
import { posts } from './contract/posts.ts'
import { signIn } from './contract/sign-in.ts'
import { views } from './contract/views.ts'
import { visitors } from './contract/visitors.ts'
import { createFault, deleteFault, listFaults } from './faults.ts'
import { listPages } from './pages.ts'
import { listSandboxPosts } from './posts.ts'
import { showSignInPage } from './sign-in-page.ts'
import { viewInbox } from './views/inbox.ts'
import { viewPost } from './views/post.ts'
import { commentAsVisitor, reviewAsVisitor, setMessageStatus, setTemplateStatus, writeAsVisitor } from './visitors.ts'

export const sandboxNetworkRoutes = [
  ...implement(signIn, { authorize: ({ query, ctx }) => showSignInPage(ctx, query) }),
  ...implement(faults, {
    create: ({ body, principal, ctx, db }) => createFault(ctx, db, principal.workspaceId, body),
    list: ({ query, principal, ctx, db }) => listFaults(ctx, db, principal.workspaceId, query),
    delete: ({ params, principal, ctx, db }) => deleteFault(ctx, db, principal.workspaceId, params.id),
  }),
  ...implement(posts, {
    list: ({ query, principal, ctx, db }) => listSandboxPosts(ctx, db, principal.workspaceId, query),
  }),
  ...implement(views, {
    pages: ({ query, principal, ctx, db }) => listPages(ctx, db, principal.workspaceId, query),
    post: ({ params, ctx }) => viewPost(ctx, params.key),
    inbox: ({ params, ctx }) => viewInbox(ctx, params.key),
  }),
  ...implement(visitors, {
    comment: ({ body, principal, ctx, db }) => commentAsVisitor(ctx, db, principal.workspaceId, body),
    message: ({ body, principal, ctx, db }) => writeAsVisitor(ctx, db, principal.workspaceId, body),
    review: ({ body, principal, ctx, db }) => reviewAsVisitor(ctx, db, principal.workspaceId, body),
    messageStatus: ({ body, principal, ctx, db }) => setMessageStatus(ctx, db, principal.workspaceId, body),
    templateStatus: ({ body, principal, ctx, db }) => setTemplateStatus(ctx, db, principal.workspaceId, body),
  }),
]
