import { implement } from '../../../kit/declare/route.ts'
import { signedIn } from '../sessions/signed-in-user.ts'
import { askLink } from './ask-link.ts'
import { auth } from './contract/auth.ts'
import { oidc } from './contract/oidc.ts'
import { readMethods } from './methods.ts'
import { finishOidc } from './oidc/callback.ts'
import { startOidc } from './oidc/start.ts'
import { readPasskeyOptions, signInWithPasskey } from './passkey.ts'
import { readLink } from './read-link.ts'
import { finishWithCode } from './second-factor.ts'
import { signIn, signOut, signUp } from './sign-in.ts'
import { useLink } from './use-link.ts'

export const signInRoutes = [
  ...implement(auth, {
    methods: ({ ctx }) => readMethods(ctx),
    sign_up: ({ body, visitor, ctx }) => signUp(ctx, visitor, body),
    sign_in: ({ body, visitor, ctx }) => signIn(ctx, visitor, body),
    totp: ({ body, visitor, ctx }) => finishWithCode(ctx, visitor, body),
    passkey_options: ({ visitor, ctx }) => readPasskeyOptions(ctx, visitor),
    passkey_sign_in: ({ body, visitor, ctx }) => signInWithPasskey(ctx, visitor, body.response),
    sign_out: ({ principal, visitor, ctx, db }) => signOut(ctx, db, signedIn(principal), visitor),
    ask_link: ({ body, visitor, ctx, db }) => askLink(ctx, db, visitor, body),
    read_link: ({ body, ctx, db }) => readLink(ctx, db, body.token),
    use_link: ({ body, visitor, ctx }) => useLink(ctx, visitor, body),
  }),
  ...implement(oidc, {
    start: ({ query, visitor, ctx }) => startOidc(ctx, visitor, query),
    callback: ({ query, visitor, ctx }) => finishOidc(ctx, visitor, query),
  }),
]
