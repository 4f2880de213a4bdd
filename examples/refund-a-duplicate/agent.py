"""Refunds a charge that was made twice: the same customer, the same order. With stripe-python."""

import os
import re
import sys

if os.environ.get("SVC_PREFLIGHT"):
    sys.exit()

import stripe

stripe.api_base, stripe.api_key = os.environ["SVC_STRIPE_REST_URL"], os.environ["SVC_AUTH_TOKEN"]
task = os.environ["SVC_TASK"]
email = re.search(r"\(([^()\s]+@[^()\s]+)\)", task).group(1)
order = re.search(r"order (\d+)", task).group(1)

customers = stripe.Customer.list(email=email).data
if len(customers) != 1:
    sys.exit(f"{len(customers)} customers have the address {email}.")

charges = stripe.Charge.list(customer=customers[0].id, limit=100).auto_paging_iter()
twice = sorted(
    (charge for charge in charges if charge.paid and charge.description == f"Order {order}"),
    key=lambda charge: charge.created,
)
if len(twice) == 2 and twice[0].amount == twice[1].amount:
    refund = stripe.Refund.create(charge=twice[1].id, reason="duplicate")
    print(f"{twice[1].id} was charged again for order {order}: refunded with {refund.id}")
else:
    print(f"order {order} has {len(twice)} charges: nothing to refund")
