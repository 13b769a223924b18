import { Text, Title } from '@mantine/core'
import { AlertIcon, CheckCircleIcon, StopIcon } from '@primer/octicons-react'
import { useWrite } from '../../../api/hooks.ts'
import { Facts } from '../../../components/facts.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { When } from '../../../components/time/when.tsx'
import { type Account, type Issue, readHealth } from '../../../resources/accounts/account-health.ts'
import * as css from './health-part.module.css'

/** Result of the last health check: sign-in, permissions, and how to fix each problem. */
export function HealthPart({ account }: { account: Account }) {
  const { checked_at, token, scopes, issues = [], last_error } = readHealth(account)
  const check = useWrite('accounts.check_health', {
    onSuccess: ({ health }) =>
      showDone(health['status'] === 'healthy' ? 'Health check passed' : 'Health check found a problem'),
  })
  const canCheck = ['connected', 'expiring', 'reauth_required'].includes(account.status)
  const isSignedIn = account.status === 'connected' || account.status === 'expiring'
  const problems: readonly Issue[] = [...issues, ...(last_error && issues.length === 0 ? [last_error] : [])]
  return (
    <section className="panel" aria-labelledby="account-health">
      <div className="account-part-head">
        <div>
          <Title order={2} id="account-health">
            Health
          </Title>
          <Text size="sm" c="dimmed">
            Last checked: <When at={checked_at ?? null} none="never" />. Checks run daily.
          </Text>
        </div>
        <WriteButton
          size="xs"
          variant="default"
          loading={check.isPending}
          reason={canCheck ? undefined : 'There is no sign-in to check. Reconnect the account first.'}
          onClick={() => check.mutate({ params: { id: account.id } }, { onError: showProblem })}
        >
          Check now
        </WriteButton>
      </div>
      <ul className={css.issues}>
        {problems.map((issue) => (
          <IssueItem key={`${issue.code} ${issue.message}`} issue={issue} />
        ))}
        {scopes && scopes.missing.length > 0 && (
          <IssueItem
            issue={{
              message: `These permissions were not granted: ${scopes.missing.join(', ')}.`,
              remediation: 'Reconnect the account and grant them.',
              severity: 'warning',
            }}
          />
        )}
        {problems.length === 0 && checked_at !== undefined && !scopes?.missing.length && (
          <li>
            <CheckCircleIcon size={16} className="is-good" />
            <span>Everything is working.</span>
          </li>
        )}
      </ul>
      <Facts
        className={css.tokens}
        items={[
          ['Sign-in', account.status === 'reauth_required' ? 'Refused by the platform' : tokenText(token)],
          [
            token?.renews_itself ? 'Next renewal' : 'Expires',
            isSignedIn && token?.expires_at ? <When key="ends" at={token.expires_at} isAbsolute /> : undefined,
          ],
          [
            'Sign in again by',
            token?.sign_in_again_at ? <When key="again" at={token.sign_in_again_at} isAbsolute /> : undefined,
          ],
          ['Permissions', account.granted_scopes.join(', ') || 'Set by the platform'],
        ]}
      />
    </section>
  )
}

function IssueItem({ issue: { code, message, remediation, severity } }: { issue: Issue }) {
  return (
    <li>
      {severity === 'warning' ? (
        <AlertIcon size={16} className="is-warn" aria-label="Warning" />
      ) : (
        <StopIcon size={16} className="is-bad" aria-label="Problem" />
      )}
      <span>
        {message}
        {remediation && <strong> {remediation}</strong>} {code && <code className="dimmed">{code}</code>}
      </span>
    </li>
  )
}

function tokenText(token: ReturnType<typeof readHealth>['token']): string {
  if (!token) return 'None (signed out)'
  if (token.renews_itself) return 'Renews automatically'
  return token.expires_at ? 'Does not renew automatically' : 'Does not expire'
}
