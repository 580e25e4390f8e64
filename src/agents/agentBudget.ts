/** What tools may cost: of one call, and of all calls in a minute. One object lives as long as its agent's session. */
export class AgentBudget {
  readonly mostRequestsAMinute = 60;
}
