import { Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { Brand } from '../../resources/branding/brand.tsx'
import { brandName, type CurrentLink } from './current-link.ts'
import { useBrandColor } from './use-brand-color.ts'

interface Props {
  /** The link, if it could be read before. */
  readonly link: CurrentLink | undefined
  /** Reason why the link could not be read; undefined if it has ended. */
  readonly problem: ProblemError | null | undefined
  readonly onRetry: () => void
}

/** Shown for a link that has expired, was revoked or is invalid, and when the server cannot be reached. */
export function EmbedGone({ link, problem, onRetry }: Props) {
  useBrandColor(link?.branding.color ?? null)
  const isEnded = !problem || (problem.status >= 400 && problem.status < 500 && problem.status !== 429)
  const title = isEnded ? 'This link no longer works' : 'This page is unavailable'
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="visitor">
      <div className="visitor-card">
        {link && <Brand name={brandName(link)} logoUrl={link.branding.logo_url} />}
        <Title order={1}>{title}</Title>
        {isEnded ? (
          <Text c="dimmed" mt={8}>
            It may have expired, been revoked, or not been copied completely. Ask{' '}
            {link ? brandName(link) : 'the people who sent it to you'} for a new one.
          </Text>
        ) : (
          <ProblemAlert problem={problem} onRetry={onRetry} />
        )}
      </div>
    </main>
  )
}
