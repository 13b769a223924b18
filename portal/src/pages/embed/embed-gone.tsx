import { Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem-alert.tsx'
import { Brand } from './brand.tsx'
import { brandName, type CurrentLink } from './current-link.ts'
import { useBrandColor } from './use-brand-color.ts'

interface Props {
  /** What the link was for, when that is known. */
  readonly link: CurrentLink | undefined
  /** Why nothing is known; undefined when the link has ended. */
  readonly problem: ProblemError | null | undefined
  readonly onRetry: () => void
}

/** A link that has expired, was taken back or never was one; or a server that does not answer. */
export function EmbedGone({ link, problem, onRetry }: Props) {
  useBrandColor(link?.branding.color ?? null)
  const isEnded = !problem || (problem.status >= 400 && problem.status < 500 && problem.status !== 429)
  const title = isEnded ? 'This link no longer works' : 'This page cannot be shown now'
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
            It may have expired, or it was taken back, or it was not copied whole. Ask{' '}
            {link ? brandName(link) : 'the people who gave it to you'} for a new one.
          </Text>
        ) : (
          <ProblemAlert problem={problem} onRetry={onRetry} />
        )}
      </div>
    </main>
  )
}
