import { useMantineColorScheme } from '@mantine/core'
import {
  BookIcon,
  DeviceDesktopIcon,
  KebabHorizontalIcon,
  MoonIcon,
  RowsIcon,
  SignOutIcon,
  SunIcon,
  ThreeBarsIcon,
} from '@primer/octicons-react'
import { useState } from 'react'
import { readDensity, setDensity } from '../components/density.ts'
import { Dropdown, DropdownItem, DropdownLabel } from '../components/dropdown.tsx'
import { showProblem } from '../components/notify.ts'
import { areas } from './areas.ts'
import { signOut, useSession } from './session.ts'

const SCHEMES = [
  ['auto', 'System', DeviceDesktopIcon],
  ['light', 'Light', SunIcon],
  ['dark', 'Dark', MoonIcon],
] as const

const DENSITIES = [
  ['comfortable', 'Comfortable', RowsIcon],
  ['compact', 'Compact', ThreeBarsIcon],
] as const

const OWN_PAGES = ['/settings', '/security']

/** The menu of the signed-in user: their pages, the color scheme, sign-out. */
export function UserMenu() {
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setShown] = useState(readDensity)
  const ownPages = areas.flatMap(({ pages }) => pages).filter(({ path }) => OWN_PAGES.includes(path))
  const button = (
    <>
      <span className="initials" aria-hidden>
        {toInitials(user.name)}
      </span>
      <span className="truncate" dir="auto">
        {user.name}
      </span>
      <KebabHorizontalIcon size={16} />
    </>
  )
  return (
    <Dropdown className="menu-button" label={`${user.name}: account and appearance`} button={button}>
      <DropdownLabel>{user.email}</DropdownLabel>
      {ownPages.map(({ path, title, icon }) => (
        <DropdownItem key={path} href={path} {...(icon && { icon })}>
          {title}
        </DropdownItem>
      ))}
      <DropdownItem icon={BookIcon} href="/docs" isExternal>
        API documentation
      </DropdownItem>
      <hr />
      <DropdownLabel>Appearance</DropdownLabel>
      {SCHEMES.map(([value, label, icon]) => (
        <DropdownItem
          key={value}
          icon={icon}
          stays
          isCurrent={value === colorScheme}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </DropdownItem>
      ))}
      <hr />
      <DropdownLabel>Rows of tables</DropdownLabel>
      {DENSITIES.map(([value, label, icon]) => (
        <DropdownItem
          key={value}
          icon={icon}
          stays
          isCurrent={value === density}
          onClick={() => {
            setDensity(value)
            setShown(value)
          }}
        >
          {label}
        </DropdownItem>
      ))}
      <hr />
      <DropdownItem icon={SignOutIcon} onClick={() => void signOut().catch(showProblem)}>
        Sign out
      </DropdownItem>
    </Dropdown>
  )
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x20))
    .join('')
    .toUpperCase()
}
