import { Group, NativeSelect, TextInput } from '@mantine/core'

interface Props {
  readonly lifetimes: readonly { value: string; label: string }[]
  /** What the form gives to the two fields. */
  readonly expires: object
  readonly budget: object
}

/** Until when a key works, and what it may spend in a month. */
export function KeyLimits({ lifetimes, expires, budget }: Props) {
  return (
    <Group grow align="flex-start">
      <NativeSelect label="Expires" data={[...lifetimes]} {...expires} />
      <TextInput label="Credits a month" placeholder="No limit" inputMode="numeric" pattern="[0-9]*" {...budget} />
    </Group>
  )
}
