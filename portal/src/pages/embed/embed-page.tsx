import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { LinkContext } from '../../api/caller.ts'
import { createClient } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { ErrorBoundary } from '../../app/error-boundary.tsx'
import { useLinkToken } from '../../app/link-token.ts'
import { WorkspaceContext } from '../../app/workspace.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { brandName, type CurrentLink, shownPage } from './current-link.ts'
import { EmbedConnect } from './embed-connect.tsx'
import { EmbedFrame } from './embed-frame.tsx'
import { EmbedGone } from './embed-gone.tsx'
import { EmbedWebhooks } from './embed-webhooks.tsx'

const EmbedReport = lazyPart(async () => (await import('./embed-report.tsx')).EmbedReport)

/** The page of a portal link, for a customer of the workspace: it has the workspace's branding and offers what the link permits. */
export function EmbedPage() {
  const token = useLinkToken('quoin-portal-link')
  return <LinkedPage key={token} token={token} />
}

function LinkedPage({ token }: { token: string }) {
  const [isGone, setGone] = useState(false)
  const call = useMemo(() => createClient({ token, onSignedOut: () => setGone(true) }), [token])
  return (
    <LinkContext value={call}>
      <WorkspaceContext value={token}>
        <Linked isGone={isGone || token === ''} />
      </WorkspaceContext>
    </LinkContext>
  )
}

function Linked({ isGone }: { isGone: boolean }) {
  const { data, error, refetch } = useRead('portal_links.current', undefined, { enabled: !isGone, everySeconds: 30 })
  if (isGone || error)
    return <EmbedGone link={data} problem={isGone ? undefined : error} onRetry={() => void refetch()} />
  return <EmbedFrame link={data}>{data && <Pages link={data} />}</EmbedFrame>
}

function Pages({ link }: { link: CurrentLink }) {
  const [params] = useSearchParams()
  return (
    <ErrorBoundary resetOn={params.toString()}>
      <ShownPage link={link} page={shownPage(link, params)} />
    </ErrorBoundary>
  )
}

function ShownPage({ link, page }: { link: CurrentLink; page: ReturnType<typeof shownPage> }) {
  if (page === 'connect') return <EmbedConnect link={link} />
  return page === 'report' ? <EmbedReport site={brandName(link)} /> : <EmbedWebhooks site={brandName(link)} />
}
