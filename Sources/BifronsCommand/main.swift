print("bifrons")
