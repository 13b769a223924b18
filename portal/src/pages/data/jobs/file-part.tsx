import { Button, Checkbox, FileButton, Group, Text, Textarea } from '@mantine/core'
import { FileIcon, UploadIcon } from '@primer/octicons-react'
import { type DragEvent, useState } from 'react'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './file-part.module.css'
import { readSheet, type Sheet } from './mapping.ts'

const BYTES_MAX = 30 * 1_048_576

interface Props {
  readonly sheet: Sheet | undefined
  readonly name: string
  readonly onChange: (sheet: Sheet | undefined, name: string) => void
}

/** Takes a CSV file that is dropped, chosen or pasted. */
export function FilePart({ sheet, name, onChange }: Props) {
  const [pasted, setPasted] = useState('')
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState('')
  const take = async (file: File | null | undefined) => {
    if (!file) return
    if (file.size > BYTES_MAX) return setProblem('The file is larger than 30 MB. Split it into parts.')
    setProblem('')
    onChange(readSheet(await file.text()), file.name)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const paste = (text: string) => {
    setPasted(text)
    onChange(text.trim() === '' ? undefined : readSheet(text), '')
  }
  if (sheet && name)
    return (
      <div className={`panel ${css.chosen}`}>
        <Group gap="xs" wrap="nowrap">
          <FileIcon size={16} />
          <span className={css.name}>{name}</span>
          <Text c="dimmed" className="nowrap">
            {formatNumber(Math.ceil(sheet.text.length / 1024))} kB
          </Text>
        </Group>
        <Button size="xs" variant="default" onClick={() => onChange(undefined, '')}>
          Replace file
        </Button>
      </div>
    )
  return (
    <div
      className={isOver ? `${css.drop} is-over` : css.drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group justify="space-between" gap="xs">
        <Text fw={500}>Drop a CSV file here</Text>
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button {...props} variant="default" leftSection={<UploadIcon size={16} />}>
              Choose file
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label="Or paste rows"
        placeholder={'full_name,domain\nAda Example,example.com'}
        rows={5}
        value={pasted}
        error={problem}
        onChange={({ currentTarget }) => paste(currentTarget.value)}
        classNames={{ input: 'file-text' }}
      />
    </div>
  )
}

/** Asks if the first line is a header. */
export function HeaderChoice({ sheet, onChange }: { sheet: Sheet; onChange: (sheet: Sheet) => void }) {
  return (
    <Checkbox
      label="The first line is a header"
      checked={sheet.hasHeader}
      onChange={({ currentTarget }) => onChange({ ...sheet, hasHeader: currentTarget.checked })}
    />
  )
}
