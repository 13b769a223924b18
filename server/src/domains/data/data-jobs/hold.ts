/** Every turn of a job holds its credits for so long again: they go back by themselves a week after anybody worked on it. */
export const HOLD_SECONDS = 7 * 86_400
