import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { useSessionQuery } from '../../app/session.ts'
import { Consent } from './consent.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Signs in a device, such as a terminal, by the code that it shows. */
export function DevicePage() {
  const given = new URLSearchParams(useSearch()).get('code') ?? ''
  const [code, setCode] = useState(given)
  const [entered, setEntered] = useState<string>()
  const { data: session } = useSessionQuery()
  if (session === undefined) return null
  if (session === null) {
    const here = given === '' ? '/device' : `/device?code=${encodeURIComponent(given)}`
    return <Redirect to={`/sign-in?next=${encodeURIComponent(here)}`} replace />
  }
  if (entered !== undefined)
    return (
      <Consent
        asked={{ user_code: entered }}
        session={session}
        onBack={() => setEntered(undefined)}
        after="Return to your terminal."
      />
    )
  return (
    <VisitorCard title="Sign in a device" about="Enter the code that your terminal shows.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setEntered(code)
        }}
      >
        <Stack>
          <TextInput
            label="Code"
            placeholder="XXXX-XXXX"
            autoComplete="off"
            autoFocus
            required
            maxLength={32}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <Text>
            Continue only if you started this sign-in yourself and your terminal shows this code. If someone sent you
            the code or this link, close the page: continuing would give them access to your workspace.
          </Text>
          <Button type="submit" fullWidth>
            Continue
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  )
}
