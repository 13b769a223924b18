/**
 * Two clocks. Due times (`run_at`, `position_at`) are compared with `now`: null in production, where the database's clock decides; a
 * test passes the time of its manual clock. Leases always use the database's clock: `now()` in the statement.
 */
export type Now = Date | null
