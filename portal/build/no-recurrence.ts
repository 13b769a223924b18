/** In place of `rrule`, which `@mantine/schedule` uses for recurring events: the portal has none. */
export const RRule = undefined
