# Stripe's Python client (Debian: python3-stripe) against a running twin. Not part of the Jest suite, which has no Python:
#   SVC_STRIPE_REST_URL=... SVC_AUTH_TOKEN=... python3 test/python_client.py
import os

import stripe

stripe.api_base, stripe.api_key = os.environ["SVC_STRIPE_REST_URL"], os.environ["SVC_AUTH_TOKEN"]

customer = stripe.Customer.create(name="Ada", metadata={"a": "b"}, address={"line1": "1 Main Street"})
assert stripe.Customer.modify(customer.id, metadata={"a": ""}).metadata == {}

intent = stripe.PaymentIntent.create(
    amount=2000,
    currency="usd",
    customer=customer.id,
    payment_method="pm_card_visa",
    payment_method_types=["card"],
    confirm=True,
    expand=["latest_charge"],
)
assert intent.status == "succeeded" and intent.latest_charge.captured

stripe.Refund.create(payment_intent=intent.id, amount=100, idempotency_key="once")
stripe.Refund.create(payment_intent=intent.id, amount=100, idempotency_key="once")
assert [refund.amount for refund in stripe.Refund.list(payment_intent=intent.id, limit=1).auto_paging_iter()] == [100]

try:
    stripe.PaymentIntent.create(amount=2000, currency="usd", payment_method="pm_card_chargeDeclined", confirm=True)
    raise AssertionError("the card was not refused")
except stripe.error.CardError as error:
    assert (error.http_status, error.code) == (402, "card_declined")

try:
    stripe.Customer.create(foo=1)
    raise AssertionError("the parameter was not refused")
except stripe.error.InvalidRequestError as error:
    assert (error.http_status, error.code, error.param) == (400, "parameter_unknown", "foo")

product = stripe.Product.create(name="Plan")
price = stripe.Price.create(product=product.id, unit_amount=500, currency="usd", recurring={"interval": "month"})
method = stripe.PaymentMethod.attach("pm_card_visa", customer=customer.id)
subscription = stripe.Subscription.create(
    customer=customer.id, items=[{"price": price.id}], default_payment_method=method.id
)
assert subscription.status == "active"
assert stripe.Subscription.delete(subscription.id).status == "canceled"
assert stripe.Customer.delete(customer.id).deleted
print("ok")
