import { useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { onSudoAsked } from './sudo.ts'

const SudoForm = lazyPart(async () => (await import('./sudo-form.tsx')).SudoForm)

/** Asks for the password before a dangerous action; the client repeats the call afterwards. */
export function SudoDialog() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    onSudoAsked((resolve) => setAnswer(() => resolve))
    return () => onSudoAsked(undefined)
  }, [])
  if (!answer) return null
  const finish = (isConfirmed: boolean) => {
    answer(isConfirmed)
    setAnswer(undefined)
  }
  return <SudoForm onDone={finish} />
}
