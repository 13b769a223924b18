import { NativeSelect, Text, TextInput } from '@mantine/core'
import { refreshSession, useSession } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import { TimeZoneField } from '../../../components/time/time-zone-field.tsx'
import { formatSample, languages } from './locale-options.ts'
import { VerifyAddress } from './verify-address.tsx'
import * as css from './you-part.module.css'

/** The user's name, and their date and number format. */
export function YouPart() {
  const { user } = useSession()
  const { form, ...api } = useApiForm('me.update', {
    initialValues: { name: user.name, locale: user.locale ?? '', time_zone: user.time_zone ?? '' },
    toInput: ({ name, locale, time_zone }) => ({
      body: { name: name.trim(), locale: locale || null, time_zone: time_zone || null },
    }),
    onSuccess: () => void refreshSession().then(() => showDone('Settings saved')),
  })
  const { name, locale, time_zone } = form.values
  const isSame = name.trim() === user.name && locale === (user.locale ?? '') && time_zone === (user.time_zone ?? '')
  return (
    <Section
      title="Personal settings"
      about={`Signed in as ${user.email}. These settings apply in every workspace.`}
      actions={!user.email_verified && <VerifyAddress email={user.email} />}
    >
      <ApiForm api={api} submitLabel="Save" disabled={isSame} className="settings-form">
        <TextInput label="Name" autoComplete="name" required maxLength={255} {...form.getInputProps('name')} />
        <div className={css.pair}>
          <NativeSelect
            label="Date and number format"
            data={languages(user.locale)}
            {...form.getInputProps('locale')}
          />
          <TimeZoneField
            value={time_zone}
            placeholder="Browser default"
            error={form.errors['time_zone']}
            onChange={(zone) => form.setFieldValue('time_zone', zone)}
          />
        </div>
        <Text size="sm" c="dimmed" aria-live="polite">
          {formatSample(locale, time_zone)}
        </Text>
      </ApiForm>
    </Section>
  )
}
