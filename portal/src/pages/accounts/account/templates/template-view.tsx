import { Group, Modal, Stack, Text } from '@mantine/core'
import type { Item } from '../../../../api/client.ts'
import { CopyableId } from '../../../../components/copy/copyable-id.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import { When } from '../../../../components/time/when.tsx'
import { readTemplateTexts } from './template-content.ts'
import { TemplatePreview } from './template-preview.tsx'
import { TEMPLATE_TONES } from './template-tones.ts'

/** A template with its preview and its approval status. */
export function TemplateView({ template, onClose }: { template: Item<'templates.list'>; onClose: () => void }) {
  const { id, name, language, category, components, status, rejection_reason, updated_at } = template
  return (
    <Modal opened onClose={onClose} title={name}>
      <Stack>
        <Group justify="space-between">
          <StatusBadge status={status} tone={TEMPLATE_TONES[status]} />
          <Text c="dimmed" size="sm">
            {language}, {category.toLowerCase()}, updated <When at={updated_at} />
          </Text>
        </Group>
        {rejection_reason !== null && <Text>Reason from the platform: {rejection_reason}</Text>}
        <TemplatePreview {...readTemplateTexts(components)} />
        <CopyableId id={id} />
      </Stack>
    </Modal>
  )
}
