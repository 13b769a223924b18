import { Text } from '@mantine/core'
import { Redirect, useSearch } from 'wouter'
import { forgetLinkToken, useLinkToken } from '../../app/link-token.ts'
import { useSessionQuery } from '../../app/session.ts'
import { Consent } from './consent.tsx'
import { VisitorCard } from './visitor-card.tsx'

const STORED = 'quoin-authorize'

const PROBLEMS: Readonly<Record<string, string>> = {
  invalid_client: 'The app is not registered on this server. Remove the connection in the app and add it again.',
  invalid_redirect_uri: 'The app wants to continue at an address that it has not registered, so it was stopped here.',
}

/** Asks the user whether an app may access a workspace. */
export function AuthorizePage() {
  const request = useLinkToken(STORED)
  const problem = new URLSearchParams(useSearch()).get('error')
  const { data: session } = useSessionQuery()
  if (problem !== null)
    return (
      <VisitorCard title="This app cannot be connected" about={PROBLEMS[problem] ?? 'Start again in the app.'}>
        <Text mt="lg">Nothing was shared with it.</Text>
      </VisitorCard>
    )
  if (session === undefined) return null
  if (session === null) return <Redirect to="/sign-in?next=/authorize" replace />
  return (
    <Consent
      asked={{ request }}
      session={session}
      onDecided={({ redirect_url }) => {
        forgetLinkToken(STORED)
        if (redirect_url !== null) location.assign(redirect_url)
      }}
      after="You can close this page if the app does not open."
    />
  )
}
