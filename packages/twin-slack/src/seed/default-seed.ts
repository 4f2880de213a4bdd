/** The default world: two channels, the first holding a short thread. */
export const defaultSeed = {
  team: { name: 'Acme', domain: 'acme', email_domain: 'acme.test' },
  viewer: 'assistant',
  users: [
    { name: 'ada', real_name: 'Ada Byron', email: 'ada@acme.test', title: 'Head of Operations', is_admin: true, is_owner: true },
    { name: 'ben', real_name: 'Ben Ortiz', email: 'ben@acme.test', title: 'Support Engineer' },
    { name: 'assistant', real_name: 'Assistant', is_bot: true },
  ],
  channels: [
    {
      name: 'general',
      topic: 'Company-wide news and questions',
      purpose: 'This channel is for everybody.',
      creator: 'ada',
      messages: [
        {
          user: 'ben',
          text: 'Two customers say that checkout fails with an error since this morning. Is anybody looking into it?',
          replies: [
            { user: 'ada', text: 'Yes, the payment provider had an outage. It should be over by now.' },
            { user: 'ben', text: 'Thanks! I will tell them to try again.' },
          ],
        },
      ],
    },
    { name: 'random', purpose: 'Everything that belongs nowhere else.', creator: 'ben' },
  ],
};
