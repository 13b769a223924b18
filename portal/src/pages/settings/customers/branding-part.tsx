import { TextInput } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useReadOnlyReason, useWorkspace } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import * as css from './branding-part.module.css'
import { BrandingPreview, USUAL_COLOR } from './branding-preview.tsx'

type Branding = Reply<'branding.get'>
const NONE: Branding = { name: null, color: null, logo_url: null, updated_at: null }

/** Sets the look of the pages for the workspace's customers. */
export function BrandingPart() {
  const { data, error, refetch } = useRead('branding.get')
  return (
    <Section
      title="Branding"
      about="How the pages for your own customers look: the page where they connect accounts, and the pages of portal links."
      actions={<CopyAs operation="branding.put" input={{ body: toBody(data ?? NONE) }} />}
    >
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && <BrandingForm key={data ? 'read' : 'reading'} saved={data ?? NONE} />}
    </Section>
  )
}

function toBody({ name, color, logo_url }: Branding) {
  return { name, color, logo_url }
}

function BrandingForm({ saved }: { saved: Branding }) {
  const { name: workspaceName } = useWorkspace()
  const reason = useReadOnlyReason('owner')
  const isReadOnly = reason !== undefined
  const { form, ...api } = useApiForm('branding.put', {
    initialValues: { name: saved.name ?? '', color: saved.color ?? '', logo_url: saved.logo_url ?? '' },
    toInput: ({ name, color, logo_url }) => ({
      body: { name: name.trim() || null, color: color.trim() || null, logo_url: logo_url.trim() || null },
    }),
    edited: saved,
    onSuccess: () => showDone('Branding saved'),
  })
  const { name, color, logo_url } = form.values
  return (
    <div className={css.branding}>
      <ApiForm api={api} submitLabel="Save branding" reason={reason} className="settings-form">
        <TextInput
          label="Name"
          placeholder={workspaceName}
          maxLength={80}
          readOnly={isReadOnly}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Button color"
          description="Must be dark enough for white text."
          placeholder={USUAL_COLOR}
          readOnly={isReadOnly}
          leftSection={
            <input
              type="color"
              className={css.color}
              aria-label="Pick color"
              disabled={isReadOnly}
              value={/^#[\da-f]{6}$/i.test(color) ? color : USUAL_COLOR}
              onChange={({ currentTarget }) => form.setFieldValue('color', currentTarget.value)}
            />
          }
          {...form.getInputProps('color')}
        />
        <TextInput
          label="Logo URL"
          description="An image served over HTTPS. Your customers' browsers load it from there."
          placeholder="https://example.com/logo.png"
          inputMode="url"
          maxLength={1000}
          readOnly={isReadOnly}
          {...form.getInputProps('logo_url')}
        />
      </ApiForm>
      <BrandingPreview name={name.trim() || workspaceName} color={color.trim()} hasLogo={logo_url.trim() !== ''} />
    </div>
  )
}
