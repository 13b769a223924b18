import { CloseButton, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { CheckIcon } from '@primer/octicons-react'
import { useWorkspaceId } from '../../app/workspace.ts'
import { WriteButton } from '../../components/write-button.tsx'
import { type Step, useSteps } from './steps.ts'

/** The first five minutes: steps that tick themselves by what the workspace holds. */
export function Checklist() {
  const [isHidden, setHidden] = useLocalStorage({
    key: `quoin-checklist-${useWorkspaceId()}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const steps = useSteps()
  if (isHidden) return null
  if (!steps) return <Skeleton className="checklist" radius={8} />
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="panel checklist" aria-labelledby="checklist-title">
      <header>
        <div>
          <Title order={2} id="checklist-title">
            {done === steps.length ? 'You are all set' : 'First steps'}
          </Title>
          <Text c="dimmed">
            {done} of {steps.length} done
          </Text>
        </div>
        <CloseButton aria-label="Hide the first steps" onClick={() => setHidden(true)} />
      </header>
      <Progress value={(100 * done) / steps.length} size={4} aria-label="First steps done" />
      <ol>
        {steps.map((step) => (
          <ChecklistStep key={step.title} step={step} isNext={step === steps.find(({ isDone }) => !isDone)} />
        ))}
      </ol>
    </section>
  )
}

function ChecklistStep({ step: { title, text, isDone, path, button }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <span className="tick">{isDone && <CheckIcon size={12} />}</span>
      <div>
        <Text fw={500}>
          {title}
          {isDone && <span className="hidden"> (done)</span>}
        </Text>
        {!isDone && <Text c="dimmed">{text}</Text>}
      </div>
      {!isDone && path !== undefined && (
        <WriteButton href={path} size="xs" variant={isNext ? 'filled' : 'default'}>
          {button}
        </WriteButton>
      )}
    </li>
  )
}
