import { Anchor, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../../api/hooks.ts'
import { fieldErrors } from '../../../api/problem.ts'
import { useReachesWorkspace } from '../../../app/session.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import * as css from './needs-app.module.css'
import { omitEmptyValues, SchemaFields, type Values } from './schema-fields.tsx'

/** Explains how to set up the platform's app: by the operator for all workspaces, or by an owner for this one. */
export function NeedsApp({ platform }: { platform: Platform }) {
  const reachesWorkspace = useReachesWorkspace()
  return (
    <div className="connect-sign-in">
      <Text>
        {platform.label} requires a registered app for sign-in, and this server has none yet.{' '}
        {reachesWorkspace ? (
          <Anchor href={`/docs/guides/${platform.id}`}>How to register one</Anchor>
        ) : (
          'Ask an owner of the workspace to add one.'
        )}
      </Text>
      {reachesWorkspace && <AppSetup platform={platform} />}
    </div>
  )
}

function AppSetup({ platform }: { platform: Platform }) {
  const { id, label } = platform
  const { data: app, error } = useRead('platforms.app', { params: { platform: id } })
  const [values, setValues] = useState<Values>({})
  const set = useWrite('platforms.set_app', { onSuccess: () => showDone(`${label} app saved`) })
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(set.error)).map(([path, text]) => [path.replace('credentials.', ''), text]),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ params: { platform: id }, body: { credentials: omitEmptyValues(values) } })
  }
  return (
    <>
      {error && <ProblemAlert problem={error} />}
      {app && (
        <>
          <section className="panel" aria-labelledby="connect-operator">
            <Title order={2} id="connect-operator">
              For all workspaces on this server
            </Title>
            <Text mt={4}>The operator sets these variables and restarts the server:</Text>
            <p className={css.variables}>
              {app.variables.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </p>
          </section>
          <section className="panel" aria-labelledby="connect-own">
            <Title order={2} id="connect-own">
              For this workspace only
            </Title>
            <Text mt={4}>Users then see your app's name on {label}. Enter these URLs there:</Text>
            <Address name="Redirect URL" value={app.redirect_url} />
            {app.webhook_url && <Address name="Webhook URL" value={app.webhook_url} />}
            <form onSubmit={submit} autoComplete="off">
              <Stack gap="sm" mt="sm">
                <SchemaFields schema={app.credentials_schema} values={values} errors={errors} onChange={setValues} />
                {set.error && Object.keys(errors).length === 0 && <ProblemAlert problem={set.error} />}
                <div>
                  <WriteButton least="owner" type="submit" loading={set.isPending}>
                    Use this app
                  </WriteButton>
                </div>
              </Stack>
            </form>
          </section>
        </>
      )}
    </>
  )
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <p className={css.address}>
      <span className="dimmed">{name}</span>
      <span>
        <code>{value}</code>
        <CopyButton value={value} label={`Copy ${name}`} />
      </span>
    </p>
  )
}
