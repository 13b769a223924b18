import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { fieldErrors, type ProblemError } from '../../../api/problem.ts'
import { useMayWrite } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import type { Account } from '../../../resources/accounts/account-health.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import { describeAbilities, needsApp } from '../../../resources/accounts/platform-abilities.ts'
import { NeedsApp } from './needs-app.tsx'
import { ProfileField, useProfileChoice } from './profile-field.tsx'
import { hasFields, omitEmptyValues, SchemaFields, type Values } from './schema-fields.tsx'
import * as css from './sign-in-part.module.css'
import { useSignIn } from './use-sign-in.ts'

interface Props {
  readonly platform: Platform
  readonly profileId: string | null
  readonly account?: Account
}

/** The sign-in methods of a platform, the usual one first. */
export function SignInPart({ platform, profileId, account }: Props) {
  const choice = useProfileChoice(profileId)
  const { oauth, credentials } = useSignIn({ platform, account, profileId: choice.ensure })
  const { auth, label, is_configured } = platform
  if (needsApp(platform)) return <NeedsApp platform={platform} />
  const known = knownValues(account)
  const isSandbox = platform.id === 'sandbox'
  const ways: ReactElement[] = []
  if (auth.methods.includes('oauth') && is_configured)
    ways.push(
      <Way
        key="oauth"
        schema={auth.options_schema}
        part="options"
        known={known}
        act={oauth}
        button={`Continue with ${label}`}
        isMain={!isSandbox}
      >
        You sign in on {label} and return here.
      </Way>,
    )
  if (auth.methods.includes('credentials') && auth.credentials_schema)
    ways.push(
      <Way
        key="credentials"
        schema={auth.credentials_schema}
        part="credentials"
        known={known}
        act={credentials}
        button="Connect"
        isMain={ways.length === 0 || isSandbox}
      >
        {isSandbox
          ? 'A new username gets three pages.'
          : 'Stored encrypted, and deleted when the account is disconnected.'}
      </Way>,
    )
  return (
    <div className="connect-sign-in">
      <Text c="dimmed">
        {describeAbilities(platform)}.{!auth.is_revocable && ' A private key cannot be revoked or replaced later.'}
      </Text>
      {!account && <ProfileField choice={choice} />}
      {/* The sandbox only needs a username, which is quicker. */}
      {(isSandbox ? ways.toReversed() : ways).map((way, n) => (
        <div key={n} className="connect-way">
          {n > 0 && (
            <p className={css.or}>
              <span>or</span>
            </p>
          )}
          {way}
        </div>
      ))}
    </div>
  )
}

interface SignInMethodProps {
  readonly schema: Readonly<Record<string, unknown>> | null
  /** Member of the request that holds the fields. */
  readonly part: 'options' | 'credentials'
  readonly known: Values
  readonly act: { mutate: (values: Values) => void; isPending: boolean; error: ProblemError | null }
  readonly button: string
  /** The method that is offered first. */
  readonly isMain: boolean
  readonly children: ReactNode
}

function Way({ schema, part, known, act, button, isMain, children }: SignInMethodProps) {
  const [values, setValues] = useState<Values>(() => pick(known, schema))
  const mayWrite = useMayWrite()
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(act.error)).map(([path, text]) => [
      path.replace(`${part}.`, '').split('.')[0] ?? '',
      text,
    ]),
  )
  const areAtFields =
    Object.keys(errors).length > 0 && Object.keys(errors).every((name) => name in readSchemaProperties(schema))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mayWrite) act.mutate(omitEmptyValues(values))
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="sm">
        {hasFields(schema) && <SchemaFields schema={schema} values={values} errors={errors} onChange={setValues} />}
        {act.error && !areAtFields && <ProblemAlert problem={act.error} />}
        <div className={css.submit}>
          {mayWrite ? (
            <Button type="submit" variant={isMain ? 'filled' : 'default'} loading={act.isPending}>
              {button}
            </Button>
          ) : (
            <WriteButton>{button}</WriteButton>
          )}
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </div>
      </Stack>
    </form>
  )
}

function readSchemaProperties(schema: SignInMethodProps['schema']): object {
  return (schema?.['properties'] as object | undefined) ?? {}
}

/** Returns the known values of an account that signs in again. */
function knownValues(account: Account | undefined): Values {
  const name = account?.username
  return name ? { username: name, handle: name, identifier: name } : {}
}

function pick(values: Values, schema: SignInMethodProps['schema']): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in readSchemaProperties(schema)))
}
