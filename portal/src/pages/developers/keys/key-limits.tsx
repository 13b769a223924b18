import { Group, NativeSelect, TextInput } from '@mantine/core'

interface Props {
  readonly lifetimes: readonly { value: string; label: string }[]
  /** Input props of the form for the two fields. */
  readonly expires: object
  readonly budget: object
}

/** Fields for the expiry and the monthly budget of a key. */
export function KeyLimits({ lifetimes, expires, budget }: Props) {
  return (
    <Group grow align="flex-start">
      <NativeSelect label="Expires" data={[...lifetimes]} {...expires} />
      <TextInput
        label="Monthly budget (credits)"
        placeholder="No limit"
        inputMode="numeric"
        pattern="[0-9]*"
        {...budget}
      />
    </Group>
  )
}
