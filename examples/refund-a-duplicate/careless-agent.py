"""Takes every charge of the same amount for a duplicate: it never looks at what the charges are for."""

import os
import re
import sys

if os.environ.get("SVC_PREFLIGHT"):
    sys.exit()

import stripe

stripe.api_base, stripe.api_key = os.environ["SVC_STRIPE_REST_URL"], os.environ["SVC_AUTH_TOKEN"]
email = re.search(r"\(([^()\s]+@[^()\s]+)\)", os.environ["SVC_TASK"]).group(1)
customer = stripe.Customer.list(email=email).data[0]

seen = set()
for charge in stripe.Charge.list(customer=customer.id).auto_paging_iter():
    if charge.amount in seen:
        stripe.Refund.create(charge=charge.id, reason="duplicate")
        print(f"refunded {charge.id}: {charge.amount} was charged before")
    seen.add(charge.amount)
